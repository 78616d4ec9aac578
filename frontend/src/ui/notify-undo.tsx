import { type Undo, UndoToast } from './undo-toast';

/** How long something can be taken back, in milliseconds. */
const UNDO_MS = 10_000;

/** A toast with a button that takes back what it says. */
export async function notifyUndo(message: string, undo: Undo): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  const id = toast.success(
    <UndoToast
      message={message}
      undo={undo}
      onEnd={(kind, said) => {
        toast.dismiss(id);
        toast[kind](said);
      }}
    />,
    { autoClose: UNDO_MS, closeOnClick: false },
  );
}
