import { POLICIES, type Policy } from '../../../../router/model/home/devices/device.ts'
import { texts } from '../../../texts.ts'

/**
 * The policies that a switch is shown for, most used first. `disabled` has its own place on the page, and `api` changes
 * nothing for a device.
 */
export const CHOICES = ['wan', 'dns', 'lan', 'dns:family', 'lan_upstream', 'noapi', 'guestonly', 'quarantine'] as const
export type PolicyChoice = (typeof CHOICES)[number]

/** Rarely used policies, collapsed unless one of them is on. */
const SELDOM: readonly PolicyChoice[] = ['lan_upstream', 'noapi', 'guestonly', 'quarantine']
export const isSeldom = (choice: PolicyChoice): boolean => SELDOM.includes(choice)

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
