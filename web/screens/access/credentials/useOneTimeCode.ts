import { useMutation } from '@tanstack/react-query'
import { otp } from '../../../../router/model/access/credentials/contract.ts'
import { recoveryCodes } from '../../../../router/model/access/credentials/listcontract.ts'
import { call, codes } from '../../../client/client.ts'
import { ownName } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'

export const otpStatus = () => query(otp.status, { query: { name: ownName() } })

/** Sets up, changes and turns off one-time codes. Once they are confirmed, each action needs a code. */
export function useOneTimeCode() {
  const lookAgain = () => readAgain(otp.status)

  /** Returns a new seed. Until it is confirmed, actions that need a code are refused. */
  const register = useMutation({
    mutationFn: async (Code: string | undefined) => {
      const { OTPUsers } = await call(otp.register, { body: { Name: ownName(), Code } })
      codes.forget()
      confirm.reset()
      return OTPUsers[0]?.Secret ?? ''
    },
    onSuccess: lookAgain,
  })
  /** Confirms the seed. Returns its first recovery codes. */
  const confirm = useMutation({
    async mutationFn(code: string): Promise<readonly string[]> {
      await codes.give(code)
      return (await call(recoveryCodes.create)).Codes
    },
    // The list of recovery codes may have been read between the two calls.
    onSettled: () => Promise.all([lookAgain(), readAgain(recoveryCodes.status)]),
  })
  const remove = useMutation({
    mutationFn: async (Code: string | undefined) => {
      await call(otp.unregister, { body: { Name: ownName(), Code } })
      codes.forget()
      await lookAgain()
    },
    onSuccess: () => {
      // The router has deleted this seed.
      register.reset()
      confirm.reset()
    },
  })
  const askAlways = async (AlwaysOn: boolean, Code: string) => {
    codes.keep(await call(otp.validate, { body: { Name: ownName(), Code, UpdateAlwaysOn: true, AlwaysOn } }))
    await lookAgain()
  }
  return { register, confirm, remove, askAlways }
}
