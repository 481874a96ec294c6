// The pages of the API reference: complete, linked and searchable.
import { describe, expect, it } from 'bun:test';
import { type Endpoint, endpoints, events, FEATURE_LEVEL, pathParameters, states } from '@stoa/contract';
import { z } from 'zod';
import { CHANGES, levelNotes } from '../openapi/feature-levels.ts';
import { groups } from '../openapi/groups.ts';
import { docsPages } from './docs.ts';
import { eventAnchor } from './events-page.ts';
import { prose } from './html.ts';
import { endpointPath } from './layout.ts';

const pages = new Map(docsPages());
const get = async (path: string): Promise<string> => {
  const page = pages.get(path.split(/[?#]/)[0]!);
  if (!page) throw new Error(`no page has the path ${path}`);
  return (await page(new Request(`http://any${path}`))).text();
};
const htmlPaths = [...pages.keys()].filter((path) => !path.endsWith('.css'));
const all = Object.entries<Endpoint>(endpoints);
const anchorsOf = (text: string) => new Set(Array.from(text.matchAll(/\sid="([^"]+)"/g), ([, id]) => id!));

describe('[PG4] the API reference', () => {
  it('has every endpoint in one group, and no group without endpoints', () => {
    const grouped = groups.flatMap(({ endpoints: inside }) => inside.map(({ name }) => name));
    expect(grouped.toSorted()).toEqual(all.map(([name]) => name).toSorted());
    expect(groups.filter(({ endpoints: inside }) => inside.length === 0)).toEqual([]);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    expect(groups.filter(({ summary }) => summary === '').map(({ title }) => title)).toEqual([]);
  });

  it('has links that lead to a page, and to an element of it', async () => {
    const anchors = new Map<string, Set<string>>();
    for (const path of htmlPaths) anchors.set(path, anchorsOf(await get(path)));
    const broken: string[] = [];
    for (const path of htmlPaths)
      for (const [, href] of (await get(path)).matchAll(/\shref="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(href!, `http://any${path}`);
        const known = pages.has(pathname) || pathname === '/api/v1/openapi.json';
        const found = hash === '' || anchors.get(pathname)?.has(hash.slice(1));
        if (origin !== 'http://any' || !known || !found) broken.push(`${path}: ${href}`);
      }
    expect(broken).toEqual([]);
  });

  it('uses each id once on a page, and neither scripts nor styles inside of it', async () => {
    for (const path of htmlPaths) {
      const text = await get(path);
      const ids = Array.from(text.matchAll(/\sid="([^"]+)"/g), ([, id]) => id!);
      expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+="/);
    }
  });

  it.each(all)('documents %s as the contract declares it', async (_, endpoint) => {
    const text = await get(endpointPath(endpoint.id));
    for (const name of Object.keys(endpoint.params.shape)) expect(text).toContain(`id="parameter-${name}"`);
    for (const name of Object.keys(endpoint.result.shape)) expect(text).toContain(`<code>${name}</code>`);
    for (const { code } of endpoint.errors) expect(text).toContain(code);
    for (const event of endpoint.emits) expect(text).toContain(`/api/docs/events#${eventAnchor(event)}`);
    for (const language of ['curl', 'Python', 'TypeScript']) expect(text).toContain(`<figcaption>${language}<`);
    if (endpoint.since) expect(text).toContain(`Since feature level ${endpoint.since}.`);
    for (const note of levelNotes(endpoint)) expect(text).toContain(`<li>${prose(note).text}</li>`);
    for (const name of pathParameters(endpoint.path)) expect(text).toMatch(new RegExp(`>${name}<.*in the path`));
  });

  it('[PG13] gives the feature levels at which endpoints and their parameters appeared and changed', async () => {
    expect(await get('/api/docs/endpoints/get-messages')).toContain('Feature level 446: The operator');
    expect(await get('/api/docs/endpoints/send-message')).toContain('Older than feature level 373.');
    expect(await get('/api/docs/endpoints/get-sessions')).toContain('Only this server has this call.');
    for (const [id, changes] of Object.entries(CHANGES)) {
      const endpoint = all.map(([, endpoint]) => endpoint).find((endpoint) => endpoint.id === id)!;
      // The response to register is put together from the states of the slices.
      const parts = id === 'register-queue' ? Object.values(states).map(({ fields }) => fields) : [];
      const known = JSON.stringify(
        [endpoint.params, endpoint.result, ...parts].map((part) =>
          z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }),
        ),
      );
      for (const [level, text] of Object.entries(changes)) {
        expect(Number(level)).toBeWithin(endpoint.since ?? 373, FEATURE_LEVEL + 1);
        for (const [, word] of text.matchAll(/(?:Parameters?|[Ff]ields?|and|,) `(\w+)`/g))
          expect([id, word, known.includes(`"${word}"`)]).toEqual([id, word, true]);
      }
    }
  });

  it('shows the limits of parameters', async () => {
    expect(await get('/api/docs/endpoints/create-drafts')).toContain('list of at most 1,000 objects');
    expect(await get('/api/docs/endpoints/get-messages')).toContain('integer, at least 0; optional');
  });

  it('shows the accepted former names of parameters', async () => {
    expect(await get('/api/docs/endpoints/send-message')).toContain('<code>subject</code> for <code>topic</code>');
  });

  it('has every event', async () => {
    const text = await get('/api/docs/events');
    for (const event of events) expect(text).toContain(`id="${eventAnchor(event)}"`);
  });

  it('caches its style sheet permanently, under an address that changes with it', async () => {
    const path = [...pages.keys()].find((name) => name.endsWith('.css'))!;
    const answer = await pages.get(path)!(new Request(`http://any${path}`));
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await get('/api/docs')).toContain(`href="${path}"`);
  });
});

describe('[PG12] the search of the API reference', () => {
  const found = async (query: string) => {
    const text = await get(`/api/docs?q=${encodeURIComponent(query)}`);
    return Array.from(
      text.slice(0, text.indexOf('</main>')).matchAll(/\/api\/docs\/(?:endpoints|guides)\/([\w-]+)"/g),
      ([, id]) => id!,
    );
  };

  it('finds by summary, path, parameter, event and error, the summary first', async () => {
    expect(await found('Create drafts none')).toEqual(['create-drafts']);
    expect(await found('/messages/flags/narrow')).toContain('update-message-flags-for-narrow');
    expect(await found('idempotency-key replayed')).toContain('idempotency');
    expect(await found('REACTION_ALREADY_EXISTS')).toContain('add-reaction');
    expect(await found('propagate_mode')).toContain('update-message');
    const messages = await found('message');
    expect(messages).toContain('create-channel');
    expect(messages.indexOf('get-messages')).toBeLessThan(messages.indexOf('create-channel'));
  });

  it('finds nothing that lacks a word, and shows the query as text', async () => {
    expect(await found('draft zebra')).toEqual([]);
    const text = await get(`/api/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;');
  });
});
