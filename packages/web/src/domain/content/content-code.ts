// Controls of code blocks and spoilers: language, copy button, playgrounds, reveal button.
import type { Playground } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { copyText } from '../../base/ui/copy-text.ts';
import type { Engine } from '../../model/engine/engine.ts';

const COPIED_MS = 1500;

function button(label: string, className: string, act: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = label;
  made.addEventListener('click', () => act(made));
  return made;
}

async function openPlayground({ url_template }: Playground, code: string): Promise<void> {
  const opened = window.open('about:blank', '_blank');
  if (opened) opened.opener = null;
  const { parseTemplate } = await import('url-template');
  const url = new URL(parseTemplate(url_template).expand({ code }));
  // The template comes from an administrator, but must still not be a script URL.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') opened?.close();
  else if (opened) opened.location.href = url.href;
}

/** Playgrounds use the language names of code blocks. */
function playgroundsFor(all: readonly Playground[], language: string | undefined): readonly Playground[] {
  const name = language?.toLowerCase();
  return name ? all.filter(({ pygments_language }) => pygments_language.toLowerCase() === name) : [];
}

export function addCodeTools(engine: Engine, root: HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>('.codehilite')) {
    if (block.querySelector('.code-tools')) continue;
    const code = () => block.querySelector('code')?.textContent ?? '';
    const tools = document.createElement('div');
    tools.className = 'code-tools';
    const language = block.dataset.codeLanguage;
    block.querySelector('pre')?.setAttribute('aria-label', language ? t('code_in', { language }) : t('code'));
    block.querySelector('pre')?.setAttribute('role', 'group');
    if (language) {
      const label = document.createElement('span');
      label.textContent = language;
      tools.append(label);
    }
    for (const playground of playgroundsFor(engine.state.get().realm_playgrounds, language))
      tools.append(
        button(
          t('open_in', { name: playground.name }),
          'code-tool',
          () => void attempt(() => openPlayground(playground, code())),
        ),
      );
    tools.append(
      button(t('copy_code'), 'code-tool', (made) => {
        void copyText(code()).then((done) => {
          if (!done) return;
          made.textContent = t('copied');
          setTimeout(() => {
            made.textContent = t('copy_code');
          }, COPIED_MS);
        });
      }),
    );
    block.append(tools);
  }
}

let spoilers = 0;

export function addSpoilers(root: HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>('.spoiler-block')) {
    const content = block.querySelector<HTMLElement>(':scope > .spoiler-content');
    const header = block.querySelector<HTMLElement>(':scope > .spoiler-header');
    if (!content || !header || header.querySelector(':scope > button')) continue;
    content.hidden = true;
    content.id = `spoiler-${++spoilers}`;
    const toggle = button(t('show_spoiler'), 'spoiler-toggle', (made) => {
      content.hidden = !content.hidden;
      made.textContent = t(content.hidden ? 'show_spoiler' : 'hide_spoiler');
      made.setAttribute('aria-expanded', String(!content.hidden));
    });
    toggle.setAttribute('aria-expanded', 'false');
    toggle.setAttribute('aria-controls', content.id);
    if (!header.textContent?.trim()) header.prepend(t('spoiler'));
    header.append(toggle);
  }
}
