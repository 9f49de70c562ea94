import { Button } from '@mantine/core'
import { IconApi, IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sessions } from '../../../../router/model/access/credentials/listcontract.ts'
import type { ListedSession } from '../../../../router/model/access/credentials/sessionlist.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { ownName, ownRole } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { signOut } from '../../../client/signin.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { ago } from '../../home/devices/ago.ts'
import { agentOf } from './agent.ts'
import styles from './Sessions.module.css'

const words = accessTexts.sessions
const useChange = changesOf(sessions.list)

/** Sessions, those of all users for an owner, and buttons that end them. */
export function Sessions() {
  const { data, error, refetch } = useQuery(query(sessions.list))
  const end = useChange(({ Id }: ListedSession) => call(sessions.endOne, { params: { id: Id } }))
  const endOthers = useChange(() => call(sessions.endOthers, { query: { user: ownName() } }))
  const isOfAll = ownRole() === 'owner'
  return (
    <Section title={words.title} hint={isOfAll ? words.hintOfAll : words.hint}>
      {data ? (
        <ul className={styles.list}>
          {data.map((one) => (
            <Row
              key={one.Id}
              session={one}
              isEnding={end.isPending && end.variables.Id === one.Id}
              onEnd={() => (one.Current ? signOut() : end.mutate(one))}
            />
          ))}
        </ul>
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={72} />
      )}
      <SaveError error={end.error} />
      {data?.some(({ Current, User }) => !Current && User === ownName()) && (
        <Confirmed title={words.othersTitle} hint={words.othersHint} confirm={words.signOutOthers} action={endOthers}>
          {(open) => (
            <div className={forms.buttons}>
              <Button variant="default" onClick={open}>
                {words.signOutOthers}
              </Button>
            </div>
          )}
        </Confirmed>
      )}
    </Section>
  )
}

interface RowProps {
  session: ListedSession
  isEnding: boolean
  onEnd: () => void
}

function Row({ session, isEnding, onEnd }: RowProps) {
  const now = useNow()
  const name = nameOf(session)
  const user = session.User === ownName() ? '' : words.of(session.User)
  const place = [user, session.Device, session.Address].filter((text) => text !== '').join(' · ')
  const used = new Date(session.LastUsed * 1000)
  const ends = new Date(session.Expires * 1000)
  return (
    <li className={styles.row}>
      <Icon session={session} />
      <div className={styles.what}>
        <strong>{name}</strong>
        {session.Current && <span className={styles.here}>{words.here}</span>}
        <p className={styles.note}>{place}</p>
        <p className={styles.note}>
          <time dateTime={used.toISOString()}>{words.used(ago(used, new Date(now)))}</time>
        </p>
        <p className={styles.note}>
          <time dateTime={ends.toISOString()}>{words.ends(ends.toLocaleDateString(locale))}</time>
        </p>
      </div>
      <Button variant="default" loading={isEnding} aria-label={words.signOutOne(name, place)} onClick={onEnd}>
        {words.signOut}
      </Button>
    </li>
  )
}

function Icon({ session: { Kind, Agent } }: Pick<RowProps, 'session'>) {
  const Sign =
    Kind === 'token' ? IconApi : /Mobile|Android|iPhone|iPad/.test(Agent) ? IconDeviceMobile : IconDeviceLaptop
  return <Sign size={24} stroke={1.5} aria-hidden className={styles.icon} />
}

/** `Firefox on Linux`, or the beginning of an agent that is no browser. */
function nameOf({ Kind, Agent }: ListedSession): string {
  const { browser, system } = agentOf(Agent)
  if (browser && system) return words.agent(browser, system)
  if (browser || system) return browser ?? system ?? ''
  return Kind === 'token' ? words.token : Agent.slice(0, 60) || words.unknown
}
