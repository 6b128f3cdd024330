import { readAgentMarkup, type Stretch } from '@/components/format/agent-markup'
import { SafeText } from '@/components/ui/safe-text'
import { UrlText } from '@/components/ui/url-text'

interface Props {
  children: string
  /** The registered part of each host, as the server knows it. */
  domains: Record<string, string> | undefined
}

function Marked({ stretch: { text, mark }, domains }: { stretch: Stretch; domains: Props['domains'] }) {
  if (mark === 'address') return <UrlText url={text} domains={domains} />
  if (mark === 'code') return <SafeText className="font-mono text-13">{text}</SafeText>
  return <SafeText className={mark === 'bold' ? 'font-semibold' : mark === 'italic' ? 'italic' : ''}>{text}</SafeText>
}

/** Words of an agent with the few marks that they may carry. Addresses are marked, and lead nowhere. */
export function AgentText({ children, domains }: Props) {
  return (
    <div>
      {readAgentMarkup(children).map(({ bullet, stretches }, line) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never move
          key={line}
          className={`min-h-6 whitespace-pre-wrap ${bullet === null ? '' : 'pl-6 -indent-4'}`}
        >
          {bullet !== null && `${bullet} `}
          {stretches.map((stretch, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do its parts
            <Marked key={index} stretch={stretch} domains={domains} />
          ))}
        </p>
      ))}
    </div>
  )
}
