// From the window in which somebody confirmed at the identity provider to the one that asked: neither can reach the other's page.
const NAME = 'stoa.confirmed';

export function tellConfirmed(code: string): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(code);
  channel.close();
}

/** Calls `confirmed` with the code of a confirmation; returns a function that ends that. */
export function watchConfirmed(confirmed: (code: string) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') confirmed(data);
  };
  return () => channel.close();
}
