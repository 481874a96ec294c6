// A server that speaks the API, as the load of this comparison sees it: an address and an account.
import { readFileSync } from 'node:fs';

export class Peer {
  private readonly authorization: string;

  constructor(
    readonly site: string,
    readonly email: string,
    api_key: string,
  ) {
    this.authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
  }

  static ofZuliprc(path: string): Peer {
    const text = readFileSync(path, 'utf8');
    const field = (name: string) => {
      const value = new RegExp(`^${name}\\s*=\\s*(\\S+)`, 'm').exec(text)?.[1];
      if (value === undefined) throw new Error(`${path} has no ${name}`);
      return value;
    };
    return new Peer(field('site').replace(/\/+$/, ''), field('email'), field('key'));
  }

  async call<Result>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form: Record<string, string> = {},
  ): Promise<Result> {
    const words = new URLSearchParams(form);
    const url = `${this.site}/api/v1${path}`;
    const answer = await fetch(method === 'GET' ? `${url}?${words}` : url, {
      method,
      headers: { authorization: this.authorization, 'user-agent': 'Mozilla/5.0 (stoa-bench)' },
      ...(method === 'GET' ? {} : { body: words }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${this.site}: ${method} ${path} answers ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Result;
  }
}
