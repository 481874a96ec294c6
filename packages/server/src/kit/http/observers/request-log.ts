// Logs a line for each request: who called which endpoint, the outcome and how long it took. Never a path, which may name people or
// hold keys, nor parameters or addresses. [LG1]
import type { Logger } from '../../logging/logger.ts';
import type { ResponseListener } from './request-observer.ts';

/** Null where no line would be written. `level`: `info` if the operator wants every request. */
export function requestLog(log: Logger, level: 'debug' | 'info'): ResponseListener | null {
  if (!log.has(level)) return null;
  return ({ id, method, endpoint, realm_id, user_id }, status, duration_ms) => {
    const took = Math.round(duration_ms * 10) / 10;
    const fields = { request_id: id, method, endpoint, status, duration_ms: took, realm_id, user_id };
    log[level](fields, 'answered');
  };
}
