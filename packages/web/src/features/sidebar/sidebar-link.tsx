// A line of the sidebar: a link with an unread count.
import type { MouseEventHandler, ReactNode } from 'react';
import { Count } from '../../base/ui/count.tsx';
import { FoldSign } from '../../base/ui/fold-sign.tsx';
import { hashOf, type View } from '../../base/views/view.ts';

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
        <FoldSign />
        <span dir="auto">{name}</span>
        {!open && <Count count={count} />}
      </button>
    </h2>
  );
}
