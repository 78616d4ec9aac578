/** When the shop hands parcels over. */
export interface WorkingTime {
  /** An order placed at this hour of the day or later counts as placed on the next working day. */
  cutOffHour: number;
  /** IANA name. */
  timeZone: string;
  /** Days without work besides Saturdays and Sundays: `2026-12-25`, or `12-25` for every year. */
  holidays: readonly string[];
}

/** Every year keeps days of work, also where all of them are of every year. */
export const MAX_HOLIDAYS = 300;

export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** `2026-12-25`, or `12-25` for every year. */
export const isHoliday = (day: string): boolean => {
  const date = /^\d{2}-\d{2}$/.test(day) ? `2024-${day}` : day;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date;
};
