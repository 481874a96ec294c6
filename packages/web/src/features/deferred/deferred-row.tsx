// A draft, scheduled message or reminder: destination, time, content and actions.
import type { ReactNode } from 'react';
import type { IconName } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';

export interface DeferredAction {
  readonly icon: IconName;
  readonly name: string;
  act(): void;
}

interface Props {
  readonly href: string | null;
  readonly name: string;
  readonly time: string;
  readonly content: ReactNode;
  readonly problem?: string | null;
  readonly actions: readonly DeferredAction[];
}

export function DeferredRow({ href, name, time, content, problem = null, actions }: Props) {
  return (
    <li className="deferred-row">
      <div className="deferred-head">
        {href ? (
          <a href={href} dir="auto">
            {name}
          </a>
        ) : (
          <span className="quiet">{name}</span>
        )}
        <span className="deferred-time quiet">{time}</span>
      </div>
      {problem && <p className="problem">{problem}</p>}
      <div className="deferred-content" dir="auto">
        {content}
      </div>
      <div className="deferred-actions">
        {actions.map(({ icon, name: action, act }) => (
          <IconButton key={action} icon={icon} label={`${action}: ${name}`} title={action} onClick={act} />
        ))}
      </div>
    </li>
  );
}
