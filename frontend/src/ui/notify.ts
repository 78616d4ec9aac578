/** A toast. The toaster is fetched when first needed, and keeps messages until its container is on the page. */
export async function notify(kind: 'success' | 'error' | 'info', message: string): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast[kind](message);
}
