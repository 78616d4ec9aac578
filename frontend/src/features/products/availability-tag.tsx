import type { Availability } from '../../api/types';
import { AVAILABILITY_LABELS } from './availability';
import { Tag } from '../../ui/feedback';

export function AvailabilityTag({ availability }: { availability: Availability }) {
  const { label, tone } = AVAILABILITY_LABELS[availability];
  return <Tag tone={tone}>{label}</Tag>;
}
