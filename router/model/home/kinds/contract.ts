import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { line } from '../../../values/text.ts'
import { del, get, put } from '../../operation.ts'
import { Classified } from './classify.ts'
import { Correction } from './correction.ts'
import { Fingerprint, Fingerprints, MOST_FINGERPRINTS } from './fingerprint.ts'
import { Signals } from './signals.ts'

const tag = 'lookup'
const BASE = '/plugins/lookup'
const mac = UnicastMac.meta({ description: 'The MAC address of a device', example: '02:11:22:33:44:55' })
const params = { mac }
const NO_DEVICE = 'No such device'

export const Classification = z
  .object({
    MAC: z.string().meta({ description: 'The MAC address', example: '02:11:22:33:44:55' }),
    ...Classified.shape,
    SuggestedGroups: z.array(z.string()).meta({ description: 'Groups that suit the kind; nothing applies them' }),
    SuggestedPolicies: z.array(z.string()).meta({ description: 'Policies that suit the kind; nothing applies them' }),
    DBVersion: z
      .string()
      .meta({ description: 'Version of the built-in rules; `custom` if they are replaced', example: '1' }),
    UserCorrection: z.boolean().meta({ description: 'The owner has set the kind' }),
    Pinned: z.boolean().meta({ description: 'The kind stays, whatever the device sends: it was set by the owner' }),
    LastUpdated: z.string().meta({
      description: 'Time of the correction, or when a signal of the device last changed (RFC 3339); empty for never',
      example: '2026-11-23T14:00:00.000Z',
    }),
  })
  .meta({ id: 'Classification' })
export type Classification = z.infer<typeof Classification>

/** Devices in the result of a trial. */
export const MOST_TRIED = 100

export const FingerprintTrial = z
  .object({
    Count: z.int().meta({ description: 'Number of devices that the rule matches', example: 1 }),
    Devices: z
      .array(
        z.object({
          MAC: z.string().meta({ description: 'The MAC address', example: '02:11:22:33:44:55' }),
          Evidence: z.string().meta({ description: 'What the rule matches', example: 'It announces _ipp._tcp.' }),
          Coded: CodedMessage.meta({ description: 'The same as a code with its values' }),
          Before: z.string().meta({ description: 'The kind without the change; empty if unknown', example: '' }),
          After: z.string().meta({ description: 'The kind with the change; empty if unknown', example: 'Printer' }),
        }),
      )
      .meta({ description: `The first ${MOST_TRIED} of them` }),
  })
  .meta({ id: 'FingerprintTrial' })
export type FingerprintTrial = z.infer<typeof FingerprintTrial>

const list = z.array(Fingerprint)
const HOW =
  'From the MAC address, DHCP options, announcements by multicast DNS and SSDP, and names looked up. Devices choose these ' +
  'texts themselves: the kind is a hint, and permits nothing.'

/** What kind of device each device is likely to be. */
const BuiltinFingerprints = z
  .object({
    Overridden: z.boolean().meta({ description: 'The owner has replaced the main ones' }),
    Rules: list.meta({ description: 'The rules' }),
  })
  .meta({ id: 'BuiltinFingerprints' })

export const classification = {
  list: get(`${BASE}/classifications`, {
    roles: ['viewer'],
    tag,
    summary: 'The likely kind of each device',
    description: `Every device with a MAC address. ${HOW}`,
    reply: z.array(Classification),
  }),
  read: get(`${BASE}/classification/{mac}`, {
    roles: ['viewer'],
    tag,
    summary: 'The likely kind of a device',
    description: HOW,
    params,
    reply: Classification,
    errors: { 400: 'Not a MAC address', 404: NO_DEVICE },
  }),
  classify: put(`${BASE}/classify`, {
    tag,
    summary: 'Classify a MAC address with a host name and a vendor',
    description: 'Also of an unknown device. The given texts are used in place of received ones; nothing is stored.',
    body: z
      .object({
        MAC: mac,
        Hostname: line(64).nullish().meta({ description: 'A host name', example: 'BRN008077010203' }),
        OUIVendor: line(128).nullish().meta({ description: 'A vendor; looked up if empty', example: 'Brother' }),
      })
      .meta({ id: 'ClassifyRequest' }),
    reply: Classification,
    audit: false,
    errors: { 400: 'MAC is missing or invalid' },
  }),
  correct: put(`${BASE}/classification/{mac}/correction`, {
    tag,
    summary: 'Set the kind of a device',
    description: 'It stays until it is deleted.',
    params,
    body: Correction,
    reply: Classification,
    errors: { 400: 'Category is missing, or an invalid field', 404: NO_DEVICE },
  }),
  uncorrect: del(`${BASE}/classification/{mac}/correction`, {
    tag,
    summary: 'Delete the kind that was set for a device',
    description: 'Returns the kind by the signals.',
    params,
    reply: Classification,
    errors: { 400: 'Not a MAC address', 404: 'No such device, or no kind was set' },
  }),
  signals: get(`${BASE}/classification/{mac}/signals`, {
    roles: ['viewer'],
    tag,
    summary: 'What was received from a device',
    description: 'Limited in number and length. Stored until the device is deleted.',
    params,
    reply: Signals,
    errors: { 400: 'Not a MAC address', 404: NO_DEVICE },
  }),
  custom: get(`${BASE}/fingerprints/custom`, {
    roles: ['viewer'],
    tag,
    summary: 'Own rules for kinds of devices',
    reply: list,
  }),
  setCustom: put(`${BASE}/fingerprints/custom`, {
    tag,
    summary: 'Replace the own rules for kinds of devices',
    description: `At most ${MOST_FINGERPRINTS}. They win over built-in rules of the same weight.`,
    body: Fingerprints,
    reply: list,
    errors: { 400: 'An invalid field, or too many' },
  }),
  trial: put(`${BASE}/fingerprints/trial`, {
    tag,
    summary: 'Test a rule for kinds of devices',
    description:
      'Returns the devices that the rule matches now, and their kinds without and with it. Kinds that the owner has set ' +
      'stay. Nothing is stored.',
    body: z
      .object({
        Rule: Fingerprint.meta({ description: 'The rule to test' }),
        Replaces: Fingerprint.nullish().meta({
          description: 'The own rule that it replaces. Without it, the rule is added as the last of the own rules',
        }),
      })
      .meta({ id: 'FingerprintTrialRequest' }),
    reply: FingerprintTrial,
    audit: false,
    errors: { 400: 'An invalid field', 404: 'No such own rule to replace' },
  }),
  builtin: get(`${BASE}/fingerprints/builtin`, {
    roles: ['viewer'],
    tag,
    summary: 'The main built-in rules for kinds of devices',
    description: 'Those with the most weight. `GET /plugins/lookup/fingerprints` has all.',
    reply: BuiltinFingerprints,
  }),
  rules: get(`${BASE}/fingerprints`, {
    roles: ['viewer'],
    tag,
    summary: 'All built-in rules for kinds of devices',
    description: 'The main ones or those that replace them, and the others.',
    reply: BuiltinFingerprints,
  }),
  replaceBuiltin: put(`${BASE}/fingerprints/builtin`, {
    tag,
    summary: 'Replace the main built-in rules for kinds of devices',
    description:
      'In place of those of `GET /plugins/lookup/fingerprints/builtin`. The others of `/plugins/lookup/fingerprints` stay.',
    body: Fingerprints,
    reply: list,
    errors: { 400: 'An invalid field, or too many' },
  }),
  restoreBuiltin: del(`${BASE}/fingerprints/builtin`, {
    tag,
    summary: 'Restore the main built-in rules for kinds of devices',
    reply: list,
  }),
}
