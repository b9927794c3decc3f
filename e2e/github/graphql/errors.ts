import { GraphQLError, type GraphQLFormattedError } from "graphql";

/** An error of the kind that GitHub marks with a `type` beside its message. */
export function typed(type: string, message: string, extensions: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, [TYPE]: type } });
}

const TYPE = "githubType";

/** As GitHub writes it: the type outside, extensions only where there are some. */
export function written(error: GraphQLError): Record<string, unknown> {
  const { message, path, locations, extensions = {} }: GraphQLFormattedError = error.toJSON();
  const { [TYPE]: type, ...rest } = extensions;
  return {
    ...(type === undefined ? {} : { type }),
    ...(path === undefined ? {} : { path }),
    ...(Object.keys(rest).length === 0 ? {} : { extensions: rest }),
    ...(locations === undefined ? {} : { locations }),
    message,
  };
}

export const NO_PERMISSION = "Resource not accessible by personal access token";

export const SINGLE_SIGN_ON =
  "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.";
