// A button with a menu. The menu and the library that draws it are no part of the first view: they load when a pointer or the
// focus reaches the button, and the menu is created when it is first opened.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { attempt } from './attempt.ts';
import { Icon } from './icon.tsx';

const loadMenu = () => import('./menu.tsx');

/** The scripts of the menus. */
const parts = new Set<() => Promise<unknown>>([loadMenu]);

/** Called after the first view, so that menus open without delay, and without a connection. */
export function prefetchMenus(): void {
  for (const load of parts) load().catch(() => {});
}

interface Props<ItemProps> {
  readonly label: string;
  readonly className?: string;
  readonly placement?: 'bottom-end' | 'top-start';
  /** The content of the button; three dots if left out. */
  readonly face?: ReactNode;
  /** Loads the items. */
  load(): Promise<ComponentType<ItemProps>>;
  readonly children: (Items: ComponentType<ItemProps>) => ReactNode;
}

interface Loaded<ItemProps> {
  readonly OpenedMenu: Awaited<ReturnType<typeof loadMenu>>['OpenedMenu'];
  readonly Items: ComponentType<ItemProps>;
}

export function LazyMenu<ItemProps>({ label, load, children, ...look }: Props<ItemProps>) {
  const [loaded, setLoaded] = useState<Loaded<ItemProps> | null>(null);
  const { className = 'icon-button', placement = 'bottom-end', face = <MoreFace label={label} /> } = look;
  useEffect(() => void parts.add(load), [load]);
  const fetch = () => Promise.all([loadMenu(), load()]);
  const prefetch = () => void fetch().catch(() => {});
  const open = async () => {
    const [{ OpenedMenu }, Items] = await fetch();
    setLoaded({ OpenedMenu, Items });
  };
  if (loaded)
    return (
      <loaded.OpenedMenu label={label} className={className} placement={placement} face={face}>
        {children(loaded.Items)}
      </loaded.OpenedMenu>
    );
  return (
    <button
      type="button"
      className={className}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => void attempt(open)}
    >
      {face}
    </button>
  );
}

const MoreFace = ({ label }: { label: string }) => (
  <>
    <Icon name="more" />
    <span className="hidden-text">{label}</span>
  </>
);
