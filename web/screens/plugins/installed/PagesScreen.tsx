import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uiSessions } from '../../../../router/model/plugins/installed/uicontract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import styles from './Plugins.module.css'
import { hasPages, type Plugin } from './plugin.ts'
import { type IssuedUiSession, keepSession, type PageSession } from './uiSession.ts'
import { usePlugins } from './usePlugins.ts'

const texts = pluginTexts.page
const PROTOCOL = 1

/** The pages of a plugin, in a frame. */
export function PagesScreen() {
  const { _splat = '' } = useParams({ from: '/admin/custom_plugin/$' })
  const { data, error, refetch } = usePlugins()
  const uri = _splat.replace(/\/$/, '')
  const plugin = data?.find((one) => hasPages(one) && one.URI === uri)
  if (plugin) return <Pages key={uri} plugin={plugin} />
  if (data)
    return (
      <Face title={texts.missing} hint={texts.missingHint} isAlone>
        <ButtonLink to="/admin/plugins" variant="default">
          {pluginTexts.back}
        </ButtonLink>
      </Face>
    )
  return <LoadState title={pluginTexts.failed} query={{ error, refetch }} isAlone height={360} radius="lg" />
}

const begin = (pluginURI: string) => call(uiSessions.begin, { body: { pluginURI, protocolVersion: PROTOCOL } })
const end = (id: string) => void call(uiSessions.end, { params: { id } }).catch(() => undefined)

/**
 * A session for a frame. It is begun once: another one would load the frame again.
 * `startedAt` is when the page was opened, or the last retry, so that no page gets the session of an earlier one.
 */
const sessionFor = (pluginURI: string, startedAt: number) =>
  queryOptions({
    queryKey: keyOf(uiSessions.begin, { pluginURI, startedAt }),
    queryFn: async ({ signal }) => {
      const begun = await begin(pluginURI)
      // The page was left before.
      if (signal.aborted) end(begun.sessionId)
      return begun
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchInterval: false,
  })

function Pages({ plugin: { Name, URI } }: { plugin: Plugin }) {
  const [startedAt, setStartedAt] = useState(Date.now)
  /** Why the session of the frame could not be replaced before its end. */
  const [endError, setEndError] = useState<Error>()
  const { data: session, error: beginError } = useQuery(sessionFor(URI, startedAt))
  usePageTitle(Name)
  const error = endError ?? beginError
  const retry = () => {
    setEndError(undefined)
    setStartedAt(Date.now())
  }
  return (
    <div className={styles.pages}>
      <div className={styles.bar}>
        <h1>{Name}</h1>
        <ButtonLink to="/admin/plugins/$name" params={{ name: Name }} variant="default" size="xs">
          {texts.settings}
        </ButtonLink>
      </div>
      {error ? (
        <Failed title={texts.failed} error={error} onRetry={retry} />
      ) : session ? (
        <Frame name={Name} first={session} onError={setEndError} />
      ) : (
        <Skeleton height="100%" radius="lg" aria-busy="true" />
      )}
    </div>
  )
}

interface FrameProps {
  name: string
  first: IssuedUiSession
  onError: (error: Error) => void
}

/**
 * The frame. Its document has an opaque origin: it can read nothing of the app, and gets a token for the paths of its plugin by
 * `postMessage`. An opaque origin cannot be named as the target of a message; the content policy lets the frame load from this router only.
 */
function Frame({ name, first, onError }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const kept = useRef<PageSession>(undefined)
  const colorScheme = useComputedColorScheme()
  const send = useEffectEvent(({ token, pluginURI, expiresAt, protocolVersion }: IssuedUiSession) =>
    frame.current?.contentWindow?.postMessage(
      { type: 'plugin-ui:session', protocolVersion, pluginURI, token, expiresAt, colorScheme },
      '*',
    ),
  )
  const fail = useEffectEvent(onError)
  useEffect(() => {
    const session = keepSession(first, {
      begin: () => begin(first.pluginURI),
      end,
      now: Date.now,
      send: (next) => send(next),
      onError: (error) => fail(error),
    })
    kept.current = session
    const receive = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow) session.receive(data)
    }
    window.addEventListener('message', receive)
    return () => {
      window.removeEventListener('message', receive)
      session[Symbol.dispose]()
    }
  }, [first])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages get the color scheme with the session
  useEffect(() => kept.current?.repeat(), [colorScheme])
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={texts.title(name)}
      sandbox="allow-scripts allow-forms allow-downloads allow-modals"
      referrerPolicy="no-referrer"
      src={`/admin/custom_plugin/${first.pluginURI}/?session=${first.sessionId}`}
    />
  )
}
