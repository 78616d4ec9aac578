import { Link } from 'react-router-dom';
import { Newsletter } from './newsletter';
import { Wordmark } from '../wordmark';
import './footer.css';

const LISTS = [
  {
    title: 'Services',
    links: [
      { to: '/parts', label: 'All products' },
      { to: '/product', label: 'New products' },
      { to: '/purchase', label: 'Quick order' },
      { to: '/dashboard', label: 'Track an order' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: '/business', label: 'Our business' },
      { to: '/myportfolio', label: 'Our team' },
      { to: '/reviews', label: 'Client reviews' },
      { to: '/blogs', label: 'Engineering blog' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/legal/terms', label: 'Terms of sale' },
      { to: '/legal/privacy', label: 'Privacy' },
      { to: '/legal/storage', label: 'Browser storage' },
    ],
  },
];

export function Footer() {
  return (
    <footer className="foot late">
      <div className="wrap foot__grid">
        <div className="foot__brand">
          <Wordmark />
          <p>Computer parts from our own lines, sold by the batch, with stock you can see.</p>
        </div>
        {LISTS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="foot__title">{title}</h2>
            <ul className="foot__links">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <Newsletter />
      </div>
      <p className="wrap foot__end">Rapid Manufacturer. Prices are in US dollars.</p>
    </footer>
  );
}
