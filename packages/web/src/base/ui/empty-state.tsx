// Shown in place of an empty list or view.
import type { ReactNode } from 'react';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
        <path d="M32 9 57 22v4H7v-4zM12 31h6v19h-6zm17 0h6v19h-6zm17 0h6v19h-6zM7 54h50v3H7z" fill="currentColor" />
      </svg>
      <h2>{title}</h2>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  );
}
