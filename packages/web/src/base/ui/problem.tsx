// Says at once what is wrong; nothing if nothing is.
import type { ReactNode } from 'react';

export const Problem = ({ id, children }: { id?: string; children: ReactNode }) =>
  children ? (
    <p id={id} role="alert" className="problem">
      {children}
    </p>
  ) : null;
