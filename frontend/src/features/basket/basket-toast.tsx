import { Link } from 'react-router-dom';
import './basket-toast.css';

/** What was added, and the way to the basket. */
export async function notifyAdded(message: string): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast.success(
    <p className="basket-toast">
      {message} <Link to="/basket">View basket</Link>
    </p>,
  );
}
