import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { readAgentMarkup } from './agent-markup'

const marked = (text: string) =>
  readAgentMarkup(text)
    .map(({ bullet, stretches }) =>
      [bullet, ...stretches.map(({ text, mark }) => (mark === 'plain' ? text : `[${mark} ${text}]`))]
        .filter((each) => each !== null)
        .join('|'),
    )
    .join('\n')

verifies('S30', "an agent's words know bold, italics, code and lists, and nothing else", () => {
  expect(marked('**now** or *never*, `rm -rf`')).toBe('[bold now]| or |[italic never]|, |[code rm -rf]')
  expect(marked('- one\n2. two\nthree')).toBe('•|one\n2.|two\nthree')
  expect(marked('2 * 3 * 4, a*b*c, **open')).toBe('2 * 3 * 4, a*b*c, **open')
  expect(marked('see https://a.example/x?y=1.')).toBe('see |[address https://a.example/x?y=1]|.')
  for (const text of ['<b>x</b>', '![p](x.png)', '[l](javascript:alert(1))', '# title', '<script>x</script>', '&lt;']) {
    expect(marked(text), text).toBe(text)
  }
})

verifies('S30', 'no character of the words is lost but the marks', () => {
  const text = 'a **b** *c* `d` https://e.example\n- f\n\n  g'
  expect(
    readAgentMarkup(text)
      .map(({ stretches }) => stretches.map((each) => each.text).join(''))
      .join('\n'),
  ).toBe('a b c d https://e.example\nf\n\n  g')
})
