// The browser's entry: the same dialect, without the large parts unless they are passed in.
import { describe, expect, it } from 'bun:test';
import { render as bare, createRenderer } from './browser.ts';
import { highlight, languageName } from './highlight/highlight.ts';
import { render as full } from './index.ts';
import { renderMath } from './math.ts';

const SOURCE = '* **a** :smile: https://a.example\n\n$$x$$\n\n```py\nx = 1\n```';

describe('browser entry', () => {
  it('[MD94] leaves formulas and code plain', () => {
    expect(bare('$$x < y$$').html).toBe('<p>$$x &lt; y$$</p>');
    expect(bare('```math\nx\n```').html).toBe('<p>x</p>');
    expect(bare('```py\nx = 1\n```').html).toBe(
      '<div class="codehilite" data-code-language="py"><pre><span></span><code>x = 1\n</code></pre></div>',
    );
  });

  it('[MD94] renders like the server when given the same parts', () => {
    const render = createRenderer({ highlight, languageName, math: renderMath });
    expect(render(SOURCE)).toEqual(full(SOURCE));
  });

  it('[MD94] bundles no mathematics, no linkifier engine and no server modules', async () => {
    const built = await Bun.build({ entrypoints: [`${import.meta.dir}/browser.ts`], target: 'browser' });
    const code = await (built.outputs[0] as Blob).text();
    for (const part of ['katex', 'RE2JS', 'from "node:', 'require("node:']) expect(code).not.toContain(part);
    expect(code).toContain('channel-wildcard-mention');
  });
});
