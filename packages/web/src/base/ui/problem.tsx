// Says at once what is wrong; nothing if nothing is.
import type { ReactNode } from 'react';

export const Problem = ({ children }: { children: ReactNode }) =>
  children ? (
    <p role="alert" className="problem">
      {children}
    </p>
  ) : null;
