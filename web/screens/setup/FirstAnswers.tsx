import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { setup } from '../../../router/features/setup/contract.ts'
import { callAs } from '../../client/client.ts'
import { SaveError } from '../../parts/SaveNote.tsx'
import { texts } from '../../texts.ts'
import styles from './FirstAnswers.module.css'
import { PasswordPair } from './PasswordPair.tsx'
import { collides, isHomeNet, likelyUplink, proposeNet } from './port.ts'
import { SHORTEST } from './strength.ts'
import { UplinkChoice } from './UplinkChoice.tsx'
import { usePorts } from './usePorts.ts'

interface Answers {
  password: string
  again: string
  /** Undefined until somebody chooses: then the likely one stands. */
  uplink: string | undefined
  /** Undefined until somebody types: then the proposed one stands. */
  net: string | undefined
  updates: boolean
}

/** Both calls of the first run. Asking again after half of it went through is fine: the router takes the same answers twice. */
async function begin(password: string, uplink: string, net: string, updates: boolean) {
  await callAs(undefined)(setup.begin, {
    body: { AdminPassword: password, InterfaceUplink: uplink, TinyNets: [net], CheckUpdates: updates },
  })
  await callAs({ user: 'admin', password })(setup.finish)
}

/** Asks for the password, the uplink and the home network; `onDone` hears the network that was chosen. */
export function FirstAnswers({ onDone }: { onDone: (net: string) => void }) {
  const ports = usePorts()
  const [answers, setAnswers] = useState<Answers>({
    password: '',
    again: '',
    uplink: undefined,
    net: undefined,
    updates: true,
  })
  const [tried, setTried] = useState(false)
  const answer = (part: Partial<Answers>) => setAnswers((known) => ({ ...known, ...part }))

  const all = ports.data ?? []
  const uplink = answers.uplink === undefined ? likelyUplink(all) : all.find(({ name }) => name === answers.uplink)
  const net = (answers.net ?? proposeNet(uplink)).trim()
  const complaints = {
    password: answers.password.length < SHORTEST && texts.setup.tooShort,
    again: answers.password !== answers.again && texts.setup.mismatch,
    uplink: !uplink && texts.setup.noUplink,
    net: (!isHomeNet(net) && texts.setup.netInvalid) || (collides(net, uplink) && texts.setup.netTaken),
  }

  const save = useMutation({
    mutationFn: (port: string) => begin(answers.password, port, net, answers.updates),
    onSuccess: () => onDone(net),
  })
  const submit = () => {
    setTried(true)
    if (uplink && !Object.values(complaints).some(Boolean)) save.mutate(uplink.name)
  }

  return (
    <form action={submit} className={styles.form} noValidate>
      <PasswordPair
        password={answers.password}
        again={answers.again}
        onPassword={(password) => answer({ password })}
        onAgain={(again) => answer({ again })}
        error={tried && complaints.password}
        againError={tried && complaints.again}
      />
      <UplinkChoice
        ports={ports}
        chosen={uplink?.name}
        onChoose={(name) => answer({ uplink: name })}
        error={tried && complaints.uplink}
      />
      <TextInput
        label={texts.setup.net}
        description={texts.setup.netHint}
        value={answers.net ?? proposeNet(uplink)}
        onChange={({ currentTarget }) => answer({ net: currentTarget.value })}
        error={(tried || answers.net !== undefined) && complaints.net}
        spellCheck={false}
        autoComplete="off"
      />
      <Checkbox
        label={texts.setup.updates}
        checked={answers.updates}
        onChange={({ currentTarget }) => answer({ updates: currentTarget.checked })}
      />
      <div>
        <Button type="submit" size="md" fullWidth loading={save.isPending}>
          {texts.setup.submit}
        </Button>
        <SaveError error={save.error} />
      </div>
    </form>
  )
}
