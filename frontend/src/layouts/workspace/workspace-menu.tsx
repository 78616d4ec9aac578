import { useId } from 'react';
import { NavLink } from 'react-router-dom';
import type { adminMenu } from '../../routes';
import { Icon } from './icon';

interface WorkspaceMenuProps {
  groups: ReturnType<typeof adminMenu>;
  /** Shows icons only; the labels stay for screen readers and as tooltips. */
  collapsed?: boolean;
}

export function WorkspaceMenu({ groups, collapsed }: WorkspaceMenuProps) {
  const id = useId();
  return (
    <nav className={`workspace-menu ${collapsed ? 'workspace-menu--icons' : ''}`} aria-label="Dashboard">
      {/* An id holds no space, as the group's name may. */}
      {groups.map(({ group, links }, at) => (
        <section key={group}>
          <h2 id={`${id}${at}`} className="workspace-menu__group">
            {group}
          </h2>
          <ul className="workspace-menu__list" aria-labelledby={`${id}${at}`}>
            {links.map(({ to, label, icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/dashboard'}
                  className="workspace-menu__link"
                  title={collapsed ? label : undefined}
                >
                  <Icon name={icon} />
                  <span className="workspace-menu__label">{label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
