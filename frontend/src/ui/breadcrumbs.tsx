import { Link } from 'react-router-dom';
import './breadcrumbs.css';

/** Where a page is in the shop: Home / All Products / a kind / a part. The last place is the page itself. */
export function Breadcrumbs({ places }: { places: readonly { name: string; to: string }[] }) {
  return (
    <nav className="wrap" aria-label="Breadcrumbs">
      <ol className="crumbs">
        {[{ name: 'Home', to: '/' }, ...places].map(({ name, to }, at) => (
          <li key={to}>
            {at === places.length ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
