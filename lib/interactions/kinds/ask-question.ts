import { AskedQuestions } from '@/lib/interactions/facts'
import { defineForm, defineKind } from './define'
import { buildHandoff, handoffFields } from './handoff-form'

/** A question, or a hand-off: one thing that a person does and then says so. */
export const askQuestion = defineKind({
  defaultType: 'question',
  forms: {
    question: defineForm({
      fields: { questions: AskedQuestions },
      build: ({ questions }) => ({ details: {}, questions }),
      example: {
        kind: 'ask_question',
        user_id: 'traveller-42',
        summary: 'which flight to book',
        questions: [
          {
            question: 'Which flight should I book?',
            header: 'Flight',
            options: [
              { label: 'The 09:15 flight', description: '2 h 10, one bag' },
              { label: 'The 13:40 flight', description: '1 h 55, no bag' },
            ],
          },
        ],
      },
    }),
    handoff: defineForm({
      fields: handoffFields,
      build: (input) => buildHandoff(input, {}),
      example: {
        kind: 'ask_question',
        type: 'handoff',
        user_id: 'traveller-42',
        summary: 'solve the captcha at the airline',
        instructions: 'Solve the captcha',
        browser: { url: 'https://airline.example/check-in' },
      },
    }),
  },
})
