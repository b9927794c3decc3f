/** A GitHub for tests: REST and GraphQL over real git repositories, with a log of what was asked and faults on command. */
export * as faults from "./faults";
export type { Answer } from "./answer";
export type { Permission, TokenOptions } from "./access";
export type { App, AppOptions, Apps, InstallOptions } from "./apps";
export { configFor, type MusterConfig } from "./config";
export { demoGitHub, DEMO_TOKEN, type DemoGitHub } from "./demo";
export type { Delivery, Fault, FaultContext, Manner } from "./faults/fault";
export type { Limit } from "./limits";
export { ROUTES, type Entry, type Match, type Resource, type Route } from "./log";
export type { Handle, Injection } from "./rules";
export { GitHub, startGitHub, type Action, type GitHubOptions } from "./server";
export { sendDelivery, signed, tells, type DeliveryOptions, type SignedDelivery, type Told } from "./webhooks";
export { ACTIONS, PERSON, type Account } from "./world/accounts";
export type { Comment, Edit, Issue, NewComment, NewIssue } from "./world/conversation";
export { Repository, type RepositoryOptions } from "./world/repository";
export type { Content, PushOptions } from "./world/store";
