import { z } from 'zod'

/** A phone that has registered for alerts. */
export const Phone = z.object({
  DeviceId: z.string(),
  /** The token of the phone at the push service of its maker: 64 hexadecimal digits. */
  DeviceToken: z.string(),
  /** An RSA key, PEM. */
  PublicKey: z.string(),
  /** Milliseconds since 1970. */
  RegisteredAt: z.number(),
})
export type Phone = z.infer<typeof Phone>

export const MOST_PHONES = 32

/** The relay that passes messages on to the push service of the phones. */
export const PhoneRelay = z.object({ Disabled: z.boolean(), APNSDomain: z.string() })
export type PhoneRelay = z.infer<typeof PhoneRelay>
export const defaultPhoneRelay = (): PhoneRelay => ({ Disabled: true, APNSDomain: '' })
