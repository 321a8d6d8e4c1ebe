export { moneyText } from '#shared/rules/money.ts'
