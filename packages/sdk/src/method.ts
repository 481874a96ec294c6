// How an endpoint is called: its parameters and its response as types.
import type { Endpoint, InputOf, ResultOf } from '@stoa/contract';
import type { CallOptions } from './call.ts';

/** The response of an endpoint, without `result` and `msg`. */
export type AnswerOf<E extends Endpoint> = ResultOf<E> & {
  /** Names of sent parameters that the endpoint does not have. */
  ignored_parameters_unsupported?: string[];
};

type NoParameterNeeded<E extends Endpoint> = Record<never, never> extends InputOf<E> ? true : false;

/**
 * Calls an endpoint. Throws `ApiError` for an error response, `ConnectionError` for none, and `UnreadableAnswer` for any
 * other response.
 */
export type Method<E extends Endpoint> =
  NoParameterNeeded<E> extends true
    ? (params?: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>
    : (params: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>;
