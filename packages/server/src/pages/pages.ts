// Pages outside the API: health, readiness, the API reference and static files. The web client is in web.ts.

import { answer, type Page, page } from '../kit/http/pages/page.ts';
import { type HealthSources, health } from './health.ts';
import { live, type Readiness, ready } from './ready.ts';
import { staticPages } from './static.ts';

/** Answers `GET /api/v1/openapi.json`. The document is loaded and made when somebody asks for it, as the reference is. */
function openApiPage(): Page {
  let document: Promise<string> | null = null;
  return async () => {
    document ??= import('./openapi/openapi.ts').then(({ openApi }) => JSON.stringify(openApi()));
    return answer(await document, 'application/json', {
      headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
    });
  };
}

function referencePages(): Page {
  let loaded: Promise<ReadonlyMap<string, Page>> | null = null;
  return async (request) => {
    loaded ??= import('./reference/docs.ts').then(({ docsPages }) => new Map(docsPages()));
    const page = (await loaded).get(new URL(request.url).pathname);
    return page ? page(request) : answer('There is no such page.\n', 'text/plain; charset=utf-8', { status: 404 });
  };
}

export function pages(parts: HealthSources, readiness: Readiness): ReadonlyMap<string, Page> {
  const reference = referencePages();
  const all: [string, Page][] = [
    ['/health', health(parts)],
    ['/live', live],
    ['/ready', ready(readiness)],
    ['/api/v1/openapi.json', openApiPage()],
    ['/api/docs', reference],
    ['/api/docs/*', reference],
    ...staticPages(),
  ];
  return new Map(all.map(([path, handle]) => [path, page(handle)]));
}
