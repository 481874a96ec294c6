// Pages outside the API: health, readiness, the API reference and static files. The web client is in web.ts.

import { answer, type Page, page } from '../kit/http/page.ts';
import { type HealthSources, health } from './health.ts';
import { openApi } from './openapi/openapi.ts';
import { live, type Readiness, ready } from './ready.ts';
import { docsPages } from './reference/docs.ts';
import { staticPages } from './static.ts';

export function pages(parts: HealthSources, readiness: Readiness): ReadonlyMap<string, Page> {
  let document: string | null = null;
  const openapi: Page = () => {
    document ??= JSON.stringify(openApi());
    return answer(document, 'application/json', {
      headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
    });
  };
  const all: [string, Page][] = [
    ['/health', health(parts)],
    ['/live', live],
    ['/ready', ready(readiness)],
    ['/api/v1/openapi.json', openapi],
    ...docsPages(),
    ...staticPages(),
  ];
  return new Map(all.map(([path, handle]) => [path, page(handle)]));
}
