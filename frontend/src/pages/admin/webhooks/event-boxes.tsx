import { Checkbox } from 'antd';
import type { WebhookEventType } from '../../../api/types';
import { EVENT_GROUPS, EVENT_TYPES, type EventGroup } from './event-types';

interface EventBoxesProps {
  id?: string;
  value?: WebhookEventType[];
  onChange?: (types: WebhookEventType[]) => void;
  'aria-describedby'?: string;
}

/** Which events are sent, by what they are about; each group can be chosen as a whole. */
export function EventBoxes(props: EventBoxesProps) {
  const { id, value: chosen = [], onChange, 'aria-describedby': describedBy } = props;
  const choose = (types: ReadonlySet<WebhookEventType>) =>
    onChange?.(EVENT_TYPES.filter((type) => types.has(type)));
  return (
    <div id={id} role="group" aria-label="Events" aria-describedby={describedBy} className="event-boxes">
      {EVENT_GROUPS.map((group) => (
        <Group key={group.title} group={group} chosen={new Set(chosen)} choose={choose} />
      ))}
    </div>
  );
}

interface GroupProps {
  group: EventGroup;
  chosen: ReadonlySet<WebhookEventType>;
  choose: (types: ReadonlySet<WebhookEventType>) => void;
}

function Group({ group: { title, types }, chosen, choose }: GroupProps) {
  const count = types.filter(({ type }) => chosen.has(type)).length;
  const toggle = (some: readonly WebhookEventType[], on: boolean) => {
    const next = new Set(chosen);
    for (const type of some) {
      if (on) next.add(type);
      else next.delete(type);
    }
    choose(next);
  };
  return (
    <div role="group" aria-label={title} className="event-boxes__group">
      <Checkbox
        className="event-boxes__all"
        checked={count === types.length}
        indeterminate={count > 0 && count < types.length}
        onChange={({ target }) =>
          toggle(
            types.map(({ type }) => type),
            target.checked,
          )
        }
      >
        All of {title.toLowerCase()}
      </Checkbox>
      <div className="event-boxes__types">
        {types.map(({ type, label }) => (
          <Checkbox
            key={type}
            checked={chosen.has(type)}
            onChange={({ target }) => toggle([type], target.checked)}
          >
            <span className="cell-stack">
              {label}
              <small>{type}</small>
            </span>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
