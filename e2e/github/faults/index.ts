/** What can go wrong between a client and GitHub, each a function that makes the fault. */
export {
  answer,
  changed,
  contentType,
  empty,
  frozen,
  html,
  notModified,
  redirect,
  serverError,
  status,
} from "./answers";
export { graphqlBody, graphqlErrors, nullEntries, partialData } from "./graphql";
export { primaryLimit, secondaryLimit, tooManyRequests } from "./limits";
export { cut, drip, endless, silence, truncated } from "./transport";
