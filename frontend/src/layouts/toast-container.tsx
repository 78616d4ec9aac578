import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';

/** The specification's figures: top right, 5 s, light, dragged away over 80 %. */
export default function Toaster() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      theme="light"
      draggable
      draggablePercent={80}
      pauseOnFocusLoss
      pauseOnHover
      aria-label="Messages"
    />
  );
}
