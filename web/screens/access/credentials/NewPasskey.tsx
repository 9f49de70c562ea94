import { PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { codes } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { ownName } from '../../../client/may.ts'
import { addPasskey, PasskeyCancelled } from '../../../client/passkeys.ts'
import forms from '../../../parts/forms/Form.module.css'
import { FormEnd } from '../../../parts/forms/FormEnd.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { agentOf } from './agent.ts'

const words = accessTexts.passkeys

interface Wish {
  readonly name: string
  readonly password: string
}

/** Adds a passkey. The router needs the password again, and the proof of a one-time code where codes are set up. */
const add = ({ name, password }: Wish): Promise<void> =>
  codes.prove(() => addPasskey({ user: ownName(), password }, codes.proof(), name))

/** The message for a passkey that was not added; undefined where a field has it. */
function messageOf(error: Error | null): Error | null {
  if (!error || (error instanceof Failure && error.reason === 'signedOut')) return null
  if (error instanceof PasskeyCancelled) return new Error(words.cancelled)
  return error.name === 'InvalidStateError' ? new Error(words.known) : error
}

export function NewPasskey({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const save = useMutation({ mutationFn: add, onSuccess: onDone })
  const isWrong = save.error instanceof Failure && save.error.reason === 'signedOut'
  const { system = '' } = agentOf(window.navigator.userAgent)
  const submit = (form: FormData) =>
    save.mutate({ name: String(form.get('name') ?? '').trim(), password: String(form.get('password') ?? '') })
  return (
    // Not an action: React would reset the fields after a wrong password.
    <form
      className={`${forms.form} ${forms.narrow}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <TextInput
        label={words.name}
        description={words.nameHint}
        name="name"
        maxLength={64}
        defaultValue={system}
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        error={isWrong && words.wrong}
      />
      <FormEnd
        save={{ ...save, error: messageOf(save.error) }}
        submit={words.submit}
        cancel={words.cancel}
        onCancel={onCancel}
      />
    </form>
  )
}
