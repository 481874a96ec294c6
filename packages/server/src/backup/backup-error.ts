/** A backup that can't be made, read or used; the message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
