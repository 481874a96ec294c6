// A line of the sidebar: a link with an unread count.
import type { MouseEventHandler, ReactNode } from 'react';
import { t } from '../../base/text/text.ts';
import { hashOf, type View } from '../../base/views/view.ts';

const MOST = 999;

export function Count({ count, quiet = false }: { count: number; quiet?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={quiet ? 'count quiet' : 'count'}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="hidden-text">{quiet ? count : t('unread_count', { count })}</span>
    </span>
  );
}

interface Props {
  readonly view: View;
  readonly is_current: boolean;
  readonly className?: string;
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
  readonly children: ReactNode;
}

export function SidebarLink({ view, is_current, className = '', onClick, children }: Props) {
  return (
    <a
      className={`sidebar-link ${className}`}
      href={hashOf(view)}
      aria-current={is_current ? 'page' : undefined}
      onClick={onClick}
    >
      {children}
    </a>
  );
}

/** The heading of a collapsible section. */
export function FoldingHeading({
  name,
  open,
  count,
  toggle,
}: {
  name: string;
  open: boolean;
  count: number;
  toggle(): void;
}) {
  return (
    <h2 className="sidebar-heading">
      <button type="button" aria-expanded={open} onClick={toggle}>
        <svg className="fold" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d="M3 1l4 4-4 4" />
        </svg>
        <span dir="auto">{name}</span>
        {!open && <Count count={count} />}
      </button>
    </h2>
  );
}
