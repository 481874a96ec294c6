// Transactions in which the embedded database's short reads run: all that begin in one turn of the event loop on one connection share
// one, because beginning it costs several times what most statements cost.

/** A connection whose reads these transactions hold together. */
interface ReadingConnection {
  begin(): void;
  end(): void;
}

export class ReadTransactions {
  /** Increases with every commit of this process and every turn. A transaction that began at an earlier moment is not joined. */
  private moment = 0;
  private is_due = false;
  private readonly begun = new Map<ReadingConnection, number>();
  private readonly lent = new Set<ReadingConnection>();

  /** Puts the connection's reads from now on into a transaction that sees every commit of this process. [DB55] */
  enter(connection: ReadingConnection): void {
    const begun_at = this.begun.get(connection);
    if (begun_at === this.moment) return;
    if (begun_at !== undefined) this.end(connection);
    connection.begin();
    this.begun.set(connection, this.moment);
    if (this.is_due) return;
    this.is_due = true;
    setImmediate(() => {
      this.is_due = false;
      this.moment++;
      this.endIdle();
    });
  }

  /** The same, and the transaction stays until the connection is given back. */
  lend(connection: ReadingConnection): void {
    this.enter(connection);
    this.lent.add(connection);
  }

  giveBack(connection: ReadingConnection): void {
    this.lent.delete(connection);
    if (this.begun.get(connection) !== this.moment) this.end(connection);
  }

  /** Before a commit: the write-ahead log can't be emptied while a transaction reads it. */
  endIdle(): void {
    for (const connection of this.begun.keys()) if (!this.lent.has(connection)) this.end(connection);
  }

  /** After a commit. */
  renew(): void {
    this.moment++;
  }

  private end(connection: ReadingConnection): void {
    if (this.begun.delete(connection)) connection.end();
  }
}
