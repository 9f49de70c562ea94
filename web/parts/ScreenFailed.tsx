import { texts } from '../texts.ts'
import { Failed } from './Face.tsx'

/** A screen that could not even be drawn: often its file is gone because the router was updated, so load everything anew. */
export const ScreenFailed = () => (
  <main>
    <Failed
      title={texts.failure.screen}
      error={new Error(texts.failure.screenHint)}
      onRetry={() => window.location.reload()}
    />
  </main>
)
