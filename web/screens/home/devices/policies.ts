import { POLICIES, type Policy } from '../../../../router/model/home/devices/device.ts'
import { texts } from '../../../texts.ts'

/** A policy with a switch, which is one with a title. `disabled` has its own place on the page, and `api` changes nothing for a device. */
export type PolicyChoice = { [P in Policy]: Words[P] extends { title: string } ? P : never }[Policy]
type Words = typeof texts.policies

/** Policies that are often changed, most used first. The others are collapsed unless one of them is on. */
const FREQUENT: readonly PolicyChoice[] = ['wan', 'dns', 'lan', 'dns:family']
export const isSeldom = (choice: PolicyChoice): boolean => !FREQUENT.includes(choice)

/** The policies that a switch is shown for. */
export const CHOICES: readonly PolicyChoice[] = [
  ...FREQUENT,
  ...POLICIES.filter((policy): policy is PolicyChoice => 'title' in texts.policies[policy]).filter(isSeldom),
]

/** Default policies of a new device. */
export const USUAL: readonly Policy[] = ['wan', 'dns']

/** The list with one policy turned on or off; others are kept. */
export function withPolicy(policies: readonly Policy[], policy: Policy, on: boolean): Policy[] {
  const others = policies.filter((other) => other !== policy)
  return on ? [...others, policy] : others
}

/** Titles of policies, in the order of the switches. */
export function policyWords(policies: readonly Policy[]): string[] {
  const order: readonly Policy[] = [...CHOICES, ...POLICIES.filter((policy) => !CHOICES.some((one) => one === policy))]
  return order.filter((policy) => policies.includes(policy)).map((policy) => texts.policies[policy].chip)
}
