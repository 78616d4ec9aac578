import { Link, useLocation } from 'react-router-dom';
import type { adminMenu } from '../../routes';

/** Pages that no menu has, as they are reached from rows of others. */
const OTHER_PLACES = [
  { group: 'People', to: '/dashboard/customers', label: 'Customer' },
  { group: 'System', to: '/dashboard/webhookDeliveries', label: 'Webhook Deliveries' },
];

const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

/** Where the page is in the menu: dashboard, group, page. */
export function Breadcrumbs({ groups }: { groups: ReturnType<typeof adminMenu> }) {
  const { pathname } = useLocation();
  const listed = groups.flatMap(({ group, links }) =>
    links.map(({ to, label }) => ({ group: group as string, to, label })),
  );
  const here = [...listed, ...OTHER_PLACES].find(({ to }) => to !== '/dashboard' && isAt(pathname, to));
  return (
    <nav className="workspace__crumbs" aria-label="Breadcrumbs">
      <ol>
        <li>{here ? <Link to="/dashboard">Dashboard</Link> : 'Dashboard'}</li>
        {here && <li>{here.group}</li>}
        {here && <li aria-current="page">{here.label}</li>}
      </ol>
    </nav>
  );
}
