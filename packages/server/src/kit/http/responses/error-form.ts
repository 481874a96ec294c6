// Errors of protocols other than the API.
import type { ApiError } from '@stoa/contract';

/** How a foreign protocol writes errors. */
export interface ErrorForm {
  /** The media type. */
  readonly type: string;
  body(error: ApiError): string;
  /** The credentials asked for: the `WWW-Authenticate` header of a 401. */
  readonly challenge: string;
}
