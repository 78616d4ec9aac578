import { Accordion } from '../../../ui/accordion';
import { PageHead } from '../../../ui/page-head';
import { QUESTIONS } from './questions';

export default function BlogsPage() {
  return (
    <>
      <PageHead
        title="Engineering blog"
        tab="Blogs"
        lead="Five questions that people ask the team behind this shop, and what we answer."
        canonical="/blogs"
      />
      <div className="wrap">
        <h2 className="visually-hidden">Questions</h2>
        <Accordion items={QUESTIONS} name="questions" />
      </div>
    </>
  );
}
