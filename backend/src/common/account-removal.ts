import { Injectable } from '@nestjs/common';

/** What a feature does to its own data of a person who is removed. It may be repeated, so it must bear repetition. */
export type ForgetPerson = (person: { id: string; email: string }) => Promise<void>;

/**
 * Where features that know of users, but that users do not know of, say how they erase a person. The removal of an
 * account runs them all before the user is erased; one that fails leaves the removal to be finished by a job.
 */
@Injectable()
export class AccountRemoval {
  private readonly steps: ForgetPerson[] = [];

  /** Adds a step, once, at start. */
  onRemoval(step: ForgetPerson): void {
    this.steps.push(step);
  }

  async erase(person: { id: string; email: string }): Promise<void> {
    for (const step of this.steps) await step(person);
  }
}
