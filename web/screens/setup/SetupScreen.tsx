import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { lanIp, tinyNets } from '../../../router/features/dhcp/subnet.ts'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Doorstep } from '../../parts/Doorstep.tsx'
import { texts } from '../../texts.ts'
import { FirstAnswers } from './FirstAnswers.tsx'

/** The first page that a new router ever shows. */
export function SetupScreen() {
  useDocumentTitle(`${texts.setup.title} · ${texts.product}`)
  const [net, setNet] = useState<string>()
  if (net === undefined)
    return (
      <Doorstep title={texts.setup.title} hint={texts.setup.hint}>
        <FirstAnswers onDone={setNet} />
      </Doorstep>
    )
  const address = lanIp(tinyNets({ TinyNets: [net], LeaseTime: '' }))
  return (
    <Doorstep title={texts.setup.done} hint={texts.setup.doneHint(address)}>
      <ButtonLink to="/auth/login" size="md" fullWidth>
        {texts.setup.toLogin}
      </ButtonLink>
    </Doorstep>
  )
}
