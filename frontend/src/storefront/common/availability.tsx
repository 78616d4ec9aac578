import type { Availability } from '../../api/types';
import { Tag } from '../../shared/ui/feedback';
import { AVAILABILITY_WORDS } from './availability-words';

export function AvailabilityTag({ availability }: { availability: Availability }) {
  const { words, tone } = AVAILABILITY_WORDS[availability];
  return <Tag tone={tone}>{words}</Tag>;
}
