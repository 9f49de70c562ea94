import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { setup } from '../../../../router/model/home/setup/contract.ts'
import { signIn } from '../../../client/signin.ts'
import { callAs } from '../../../client/tab.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Doorstep } from '../../../parts/page/SignedOutPage.tsx'
import { ownZone } from '../../../parts/values/zones.ts'
import { setupTexts as texts } from '../../../texts/home/setup.ts'
import { PasswordPair } from './PasswordPair.tsx'
import { collides, likelyUplink, proposeNet, type UplinkPort, USUAL_NET } from './port.ts'
import { FIRST_STEP, progress, stepPosition } from './progress.ts'
import styles from './Setup.module.css'
import { SHORTEST_SETUP_PASSWORD } from './strength.ts'
import { UplinkChoice } from './UplinkChoice.tsx'
import { usePorts, useSetupRadios } from './useHardware.ts'

/** Sets the password of the router and signs in with it: after that, the setup can be continued on any machine. */
async function begin(password: string, uplink: UplinkPort): Promise<void> {
  const move = collides(USUAL_NET, uplink) && { TinyNets: [proposeNet(uplink)] }
  const body = { AdminPassword: password, InterfaceUplink: uplink.name, TimeZone: ownZone(), ...move }
  await callAs(undefined)(setup.begin, { body })
  progress.keep(FIRST_STEP)
  await signIn({ user: 'admin', password }, undefined)
}

interface BeginProps {
  /** A backup on a server is restored afterwards. */
  isForRestore: boolean
  onKnown: () => void
  onRestore: () => void
}

/** The first page that a new router ever shows: the password, and where the internet comes from. */
export function Begin({ isForRestore, onKnown, onRestore }: BeginProps) {
  const ports = usePorts()
  const { hasRadio } = useSetupRadios()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [tried, setTried] = useState(false)
  const all = ports.data ?? []
  const uplink = chosen === undefined ? likelyUplink(all) : all.find(({ name }) => name === chosen)
  const complaints = {
    password: password.length < SHORTEST_SETUP_PASSWORD && texts.tooShort,
    again: password !== again && texts.mismatch,
    uplink: !uplink && texts.noUplink,
  }
  const save = useMutation({ mutationFn: (port: UplinkPort) => begin(password, port) })
  const refused = complaintOf(save.error, ['AdminPassword', 'InterfaceUplink'])
  const submit = () => {
    setTried(true)
    if (uplink && !Object.values(complaints).some(Boolean)) save.mutate(uplink)
  }

  return (
    <Doorstep
      title={isForRestore ? texts.restore.title : texts.title}
      hint={isForRestore ? texts.restore.serverHint : texts.hint}
      note={texts.step(...stepPosition(undefined, hasRadio))}
    >
      <Form className={styles.form} noValidate onSubmit={submit}>
        <PasswordPair
          password={password}
          again={again}
          onPassword={setPassword}
          onAgain={setAgain}
          error={(tried && complaints.password) || (refused.fields.AdminPassword ? texts.taken : false)}
          againError={tried && complaints.again}
        />
        <UplinkChoice
          ports={ports}
          chosen={uplink?.name}
          onChoose={setChosen}
          error={(tried && complaints.uplink) || (refused.fields.InterfaceUplink ? texts.ownPort : false)}
        />
        {/* The list of ports moves what is below it: a click at that moment would miss. */}
        {!ports.isPending && (
          <div className={styles.answers}>
            <SubmitButton size="md" fullWidth save={save} rest={refused.rest}>
              {isForRestore ? texts.restore.begin : texts.submit}
            </SubmitButton>
            <Button variant="subtle" fullWidth onClick={onKnown}>
              {texts.resume.offer}
            </Button>
            <Button variant="subtle" fullWidth onClick={onRestore}>
              {texts.restore.offer}
            </Button>
          </div>
        )}
      </Form>
    </Doorstep>
  )
}
