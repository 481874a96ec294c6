// Shows a system notification, through the service worker if this browser uses Web Push, so that pushed and local
// notifications replace each other; browsers keep the two kinds apart otherwise. [WB103]
import { isWebPushOn } from '../../model/session/web-push-flag.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The conversation: one notification for each. */
  readonly tag: string;
  readonly data: { readonly hash: string; readonly message_id: number };
}

export interface Shown {
  close(): void;
}

interface Callbacks {
  pressed(): void;
  closed(): void;
}

const idOf = ({ data }: Notification): number => (data as { message_id?: number } | null)?.message_id ?? 0;

async function byWorker(registration: ServiceWorkerRegistration, notice: Notice): Promise<Shown> {
  const { title, ...options } = notice;
  const { tag, data } = options;
  const [pushed] = await registration.getNotifications({ tag });
  // Clicks go to the service worker, which opens a page.
  if (!pushed || idOf(pushed) < data.message_id)
    await registration.showNotification(title, { ...options, silent: true });
  return {
    close() {
      void registration.getNotifications({ tag }).then((all) => {
        for (const notification of all) if (idOf(notification) <= data.message_id) notification.close();
      });
    },
  };
}

/** Null if the browser allows only service workers to notify; its readers have Web Push. */
export async function showNotification(notice: Notice, { pressed, closed }: Callbacks): Promise<Shown | null> {
  const registration = isWebPushOn() ? await navigator.serviceWorker?.getRegistration('/') : undefined;
  if (registration?.active) return byWorker(registration, notice);
  try {
    const { title, body, tag } = notice;
    const shown = new Notification(title, { body, tag, silent: true });
    shown.onclick = pressed;
    shown.onclose = closed;
    return shown;
  } catch {
    return null;
  }
}
