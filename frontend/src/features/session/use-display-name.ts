import { useGetUserQuery } from '../../api/account-api';
import { useSessionState } from './use-session';

/** The signed-in person's name in the shop, which the profile form changes; the provider's if that cannot be had. */
export function useDisplayName(): string {
  const { user } = useSessionState();
  const { data, isError } = useGetUserQuery({ email: user?.email ?? '' }, { skip: !user });
  if (!user || (!data && !isError)) return '';
  return data?.name || user.name;
}
